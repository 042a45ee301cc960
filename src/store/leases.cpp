#include "store/sqlite.h"
#include "store/store.h"
#include <fmt/format.h>

namespace wavelift::store {
namespace {

Result<int64_t> end_of(double seconds, int64_t at_ms) {
  if (!(seconds > 0 && seconds < 1e9))
    return fail(Exit::usage, fmt::format("a lease of {} s makes no sense", seconds), "give seconds above 0 and under 10^9");
  return at_ms + static_cast<int64_t>(seconds * 1000);
}

Result<bool> changed(const Result<int64_t>& rows) {
  if (!rows) return std::unexpected(rows.error());
  return *rows > 0;
}

}  // namespace

// One statement each, which SQLite runs as one write transaction.

Result<bool> Store::claim(std::string_view key, std::string_view owner, double seconds, int64_t at_ms) {
  auto until = end_of(seconds, at_ms);
  if (!until) return std::unexpected(until.error());
  return changed(db_->execute("INSERT INTO leases(key, owner, until_ms) VALUES(?1, ?2, ?3) ON CONFLICT(key) DO UPDATE "
                              "SET owner = excluded.owner, until_ms = excluded.until_ms WHERE until_ms <= ?4",
                              {key, owner, *until, at_ms}));
}

Result<bool> Store::renew(std::string_view key, std::string_view owner, double seconds, int64_t at_ms) {
  auto until = end_of(seconds, at_ms);
  if (!until) return std::unexpected(until.error());
  return changed(db_->execute("UPDATE leases SET until_ms = ?3 WHERE key = ?1 AND owner = ?2 AND until_ms > ?4",
                              {key, owner, *until, at_ms}));
}

Result<bool> Store::release(std::string_view key, std::string_view owner, int64_t at_ms) {
  return changed(db_->execute("DELETE FROM leases WHERE key = ?1 AND owner = ?2 AND until_ms > ?3", {key, owner, at_ms}));
}

}  // namespace wavelift::store
