// The store's tables, read by its parts.
#pragma once
#include "store/chain.h"
#include "store/sqlite.h"
#include "store/store.h"

namespace wavelift::store {

// The last event's seq and hash, kept beside the events, so that a last one that was removed is missed.
struct Head {
  int64_t seq = 0;
  std::string hash = kChainStart;
};

Result<Head> read_head(const Database& db);

// Rows of events from `from` on, at most `limit`, by seq; and the event of one row.
Result<Statement> select_events(const Database& db, int64_t from, int64_t limit);
Event event_of(const Statement& row);

}  // namespace wavelift::store
