#include "store/chain.h"
#include "store/hash.h"
#include "store/rows.h"
#include "store/sqlite.h"
#include "store/store.h"
#include <fmt/format.h>
#include <set>

namespace wavelift::store {
namespace {

// The hashes of the blobs that are what their hash says; `damaged`: the first of the others, if any.
Result<std::set<std::string>> sound_blobs(const Database& db, std::string& damaged) {
  auto rows = db.prepare("SELECT hash, bytes FROM blobs ORDER BY hash");
  if (!rows) return std::unexpected(rows.error());
  std::set<std::string> sound;
  for (;;) {
    auto row = rows->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) return sound;
    std::string hash = rows->bytes(0);
    if (content_hash(rows->bytes(1)) == hash) sound.insert(std::move(hash));
    else if (damaged.empty()) damaged = std::move(hash);
  }
}

}  // namespace

Result<std::optional<Fault>> Store::verify() const {
  // One state of the store, whatever others append meanwhile.
  auto transaction = Transaction::begin(*db_, Transaction::Kind::read);
  if (!transaction) return std::unexpected(transaction.error());
  auto head = read_head(*db_);
  if (!head) return std::unexpected(head.error());
  std::string damaged;
  auto sound = sound_blobs(*db_, damaged);
  if (!sound) return std::unexpected(sound.error());
  auto rows = select_events(*db_, INT64_MIN, INT64_MAX);
  if (!rows) return std::unexpected(rows.error());

  Head last;
  for (;;) {
    auto row = rows->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) break;
    const Event event = event_of(*rows);
    const int64_t seq = last.seq + 1;
    if (event.seq > seq) return Fault{seq, fmt::format("event {} is missing", seq)};
    if (event.seq < seq) return Fault{event.seq, fmt::format("event {} was not appended by wavelift", event.seq)};
    if (chain_hash(last.hash, event) != event.hash) return Fault{seq, fmt::format("event {} is not what was appended", seq)};
    for (const std::string& blob : event.blobs)
      if (!sound->contains(blob)) return Fault{seq, fmt::format("the blob {} of event {} is missing or damaged", blob, seq)};
    last = {seq, event.hash};
  }
  if (last.seq < head->seq) return Fault{last.seq + 1, fmt::format("event {} is missing", last.seq + 1)};
  if (last.seq > head->seq) return Fault{head->seq + 1, fmt::format("event {} was not appended by wavelift", head->seq + 1)};
  if (last.hash != head->hash) return Fault{last.seq, "the store's last hash is not that of its events"};
  if (!damaged.empty()) return Fault{0, fmt::format("the blob {}, which no event names, is damaged", damaged)};
  return std::nullopt;
}

}  // namespace wavelift::store
