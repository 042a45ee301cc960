// An append-only log of events with a hash chain, the blobs that they name, and leases, in one SQLite file that several
// processes may use at once. What events, payloads and keys mean is their writers' affair.
#pragma once
#include "base/error.h"
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wavelift::store {

class Database;

// Milliseconds since 1970, UTC.
int64_t now_ms();

struct Event {
  int64_t seq = 0;                  // 1, 2, 3, ... without gaps
  std::string kind;
  std::string payload;              // bytes as they were appended; JSON by custom
  std::vector<std::string> blobs;   // content hashes, as they were given
  int64_t wall_ms = 0;              // when it was appended; not in the chain
  std::string hash;                 // of the chain up to and with this event
};

struct Fault {
  int64_t seq = 0;    // the first event that is not what was appended; 0: a blob that no event names
  std::string what;
};

// One connection: for one thread at a time, and not across fork. An Error of any call is of these: no_input, not a store,
// or damaged; output, not writable, full, or held by another process for longer than the wait.
class Store {
public:
  // Opens the store, or makes one (with its folders) where no file is. `wait_s`: how long each call waits for other
  // processes. A further error: unsupported, a store of another format.
  static Result<Store> open(const std::filesystem::path& path, double wait_s = 5);
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  // Appends an event with the blobs that it names, and gives its seq: one transaction, on the disk when this returns, so
  // that a kill leaves all of it or nothing. hash_n = SHA-256 of the text "H S L:K P B...": hash_{n-1} (64 zeros before the
  // first), seq, the kind's length and the kind, SHA-256 of the payload, and each blob's hash.
  Result<int64_t> append(std::string_view kind, std::string_view payload, std::span<const std::string_view> blobs = {}, int64_t wall_ms = now_ms());

  // The events from `from` on, at most `limit`, in their order; not checked against the chain, which is verify's work.
  Result<std::vector<Event>> events(int64_t from = 1, int64_t limit = INT64_MAX) const;

  // Stores a blob that no event names (yet), and gives its content hash (store/hash.h). One that is there stays; if it is
  // damaged, this mends it.
  Result<std::string> put(std::string_view bytes);
  // The bytes of that hash, checked. Errors: no_input, also when there is no such blob.
  Result<std::string> get(std::string_view hash) const;

  // The chain's hash after the last event; of an empty store 64 zeros. Equal events give equal hashes whenever they ran.
  Result<std::string> hash() const;
  // Reads everything; the first fault, or none.
  Result<std::optional<Fault>> verify() const;

  // Leases: a key is held by one owner until its time is over or it gives it back. Atomic between processes, whose clocks
  // have to agree. claim: false when another, or this owner, holds it. renew, release: false when it is not this owner's
  // (any more). Errors, further: usage, seconds that are not positive and under 10^9.
  Result<bool> claim(std::string_view key, std::string_view owner, double seconds, int64_t at_ms = now_ms());
  Result<bool> renew(std::string_view key, std::string_view owner, double seconds, int64_t at_ms = now_ms());
  Result<bool> release(std::string_view key, std::string_view owner, int64_t at_ms = now_ms());

private:
  explicit Store(std::unique_ptr<Database> db);
  std::unique_ptr<Database> db_;
};

}  // namespace wavelift::store
