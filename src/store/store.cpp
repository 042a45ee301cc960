#include "store/store.h"
#include "store/hash.h"
#include "store/rows.h"
#include <chrono>
#include <fmt/format.h>
#include <thread>

namespace wavelift::store {
namespace {

constexpr int64_t kApplication = 0x776c7374;   // "wlst", SQLite's mark of whose file it is
constexpr int64_t kFormat = 1;                 // of the tables and of the chain

constexpr std::string_view kTables[] = {
    "CREATE TABLE events(seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, payload TEXT NOT NULL, blobs TEXT NOT NULL, wall_ms INTEGER NOT NULL, hash TEXT NOT NULL)",
    "CREATE TABLE blobs(hash TEXT PRIMARY KEY, bytes BLOB NOT NULL)",
    "CREATE TABLE leases(key TEXT PRIMARY KEY, owner TEXT NOT NULL, until_ms INTEGER NOT NULL)",
    "CREATE TABLE head(seq INTEGER NOT NULL, hash TEXT NOT NULL)",
    "INSERT INTO head VALUES(0, '0000000000000000000000000000000000000000000000000000000000000000')",
};

enum class Found { store, nothing };

// What the file is, from its marks; an error when it is neither a store of this format nor empty. Within a transaction:
// another process may be making the store.
Result<Found> identify(const Database& db) {
  auto application = db.integer("PRAGMA application_id");
  if (!application) return std::unexpected(application.error());
  auto format = db.integer("PRAGMA user_version");
  if (!format) return std::unexpected(format.error());
  auto tables = db.integer("SELECT count(*) FROM sqlite_master");
  if (!tables) return std::unexpected(tables.error());
  const std::string file = db.path().string();
  if (*application == 0 && *format == 0 && *tables == 0) return Found::nothing;
  if (*application != kApplication)
    return fail(Exit::no_input, fmt::format("{} is not a store: it is another program's SQLite database", file), "give another path");
  if (*format != kFormat)
    return fail(Exit::unsupported, fmt::format("the store {} has format {}, this wavelift reads format {}", file, *format, kFormat),
                "use the wavelift that wrote it, or begin another store");
  return Found::store;
}

Result<Found> identify_at_once(const Database& db) {
  auto transaction = Transaction::begin(db, Transaction::Kind::read);
  if (!transaction) return std::unexpected(transaction.error());
  return identify(db);
}

// WAL with every commit on the disk.
Status set_modes(const Database& db, double wait_s) {
  // SQLite does not wait on the change to WAL when another process makes it at the same moment.
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(wait_s);
  for (;;) {
    auto mode = db.prepare("PRAGMA journal_mode = WAL");
    if (!mode) return std::unexpected(mode.error());
    auto row = mode->step();
    if (row && mode->bytes(0) == "wal") break;
    if (row)
      return fail(Exit::output, fmt::format("cannot use the store {}: its file system has no shared memory for a write-ahead log", db.path().string()),
                  "put it on a local disk");
    if (!db.busy() || std::chrono::steady_clock::now() > end) return std::unexpected(row.error());
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  if (auto set = db.execute("PRAGMA synchronous = FULL"); !set) return std::unexpected(set.error());
  return {};
}

Status create(const Database& db) {
  auto transaction = Transaction::begin(db, Transaction::Kind::write);
  if (!transaction) return std::unexpected(transaction.error());
  // Another process may have been first.
  auto found = identify(db);
  if (!found) return std::unexpected(found.error());
  if (*found == Found::store) return {};
  for (std::string_view sql : kTables)
    if (auto done = db.execute(sql); !done) return std::unexpected(done.error());
  for (const std::string& mark : {fmt::format("PRAGMA application_id = {}", kApplication), fmt::format("PRAGMA user_version = {}", kFormat)})
    if (auto done = db.execute(mark); !done) return std::unexpected(done.error());
  return transaction->commit();
}

Status insert_blob(const Database& db, std::string_view hash, std::string_view bytes) {
  auto done = db.execute("INSERT INTO blobs(hash, bytes) VALUES(?1, ?2) ON CONFLICT(hash) DO UPDATE SET bytes = excluded.bytes "
                         "WHERE bytes IS NOT excluded.bytes",
                         {hash, Bytes{bytes}});
  if (!done) return std::unexpected(done.error());
  return {};
}

}  // namespace

int64_t now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

Result<Head> read_head(const Database& db) {
  auto rows = db.prepare("SELECT seq, hash FROM head");
  if (!rows) return std::unexpected(rows.error());
  auto row = rows->step();
  if (!row) return std::unexpected(row.error());
  if (!*row) return fail(Exit::no_input, fmt::format("the store {} is damaged (it has no head)", db.path().string()), "restore it from a copy, or begin another one");
  return Head{rows->integer(0), rows->bytes(1)};
}

Result<Statement> select_events(const Database& db, int64_t from, int64_t limit) {
  return db.prepare("SELECT seq, kind, payload, blobs, wall_ms, hash FROM events WHERE seq >= ?1 ORDER BY seq LIMIT ?2", {from, limit});
}

Event event_of(const Statement& row) {
  return {row.integer(0), row.bytes(1), row.bytes(2), split(row.bytes(3)), row.integer(4), row.bytes(5)};
}

Store::Store(std::unique_ptr<Database> db) : db_(std::move(db)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Result<Store> Store::open(const std::filesystem::path& path, double wait_s) {
  auto db = Database::open(path, wait_s);
  if (!db) return std::unexpected(db.error());
  // Before anything is written: a file that is not ours stays as it is.
  auto found = identify_at_once(**db);
  if (!found) return std::unexpected(found.error());
  if (auto set = set_modes(**db, wait_s); !set) return std::unexpected(set.error());
  if (*found == Found::nothing)
    if (auto made = create(**db); !made) return std::unexpected(made.error());
  return Store(std::move(*db));
}

Result<int64_t> Store::append(std::string_view kind, std::string_view payload, std::span<const std::string_view> blobs, int64_t wall_ms) {
  Event event{0, std::string(kind), std::string(payload), {}, wall_ms, {}};
  for (std::string_view blob : blobs) event.blobs.push_back(content_hash(blob));
  auto transaction = Transaction::begin(*db_, Transaction::Kind::write);
  if (!transaction) return std::unexpected(transaction.error());
  auto head = read_head(*db_);
  if (!head) return std::unexpected(head.error());
  event.seq = head->seq + 1;
  event.hash = chain_hash(head->hash, event);
  for (size_t i = 0; i < blobs.size(); ++i)
    if (auto stored = insert_blob(*db_, event.blobs[i], blobs[i]); !stored) return std::unexpected(stored.error());
  const std::string named = join(event.blobs);
  auto inserted = db_->execute("INSERT INTO events(seq, kind, payload, blobs, wall_ms, hash) VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
                               {event.seq, event.kind, event.payload, named, event.wall_ms, event.hash});
  if (!inserted) return std::unexpected(inserted.error());
  if (auto moved = db_->execute("UPDATE head SET seq = ?1, hash = ?2", {event.seq, event.hash}); !moved) return std::unexpected(moved.error());
  if (auto done = transaction->commit(); !done) return std::unexpected(done.error());
  return event.seq;
}

Result<std::vector<Event>> Store::events(int64_t from, int64_t limit) const {
  auto rows = select_events(*db_, from, limit);
  if (!rows) return std::unexpected(rows.error());
  std::vector<Event> all;
  for (;;) {
    auto row = rows->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) return all;
    all.push_back(event_of(*rows));
  }
}

Result<std::string> Store::put(std::string_view bytes) {
  std::string hash = content_hash(bytes);
  if (auto stored = insert_blob(*db_, hash, bytes); !stored) return std::unexpected(stored.error());
  return hash;
}

Result<std::string> Store::get(std::string_view hash) const {
  auto rows = db_->prepare("SELECT bytes FROM blobs WHERE hash = ?1", {hash});
  if (!rows) return std::unexpected(rows.error());
  auto row = rows->step();
  if (!row) return std::unexpected(row.error());
  const std::string file = db_->path().string();
  if (!*row) return fail(Exit::no_input, fmt::format("the store {} has no blob {}", file, hash));
  std::string bytes = rows->bytes(0);
  if (content_hash(bytes) != hash)
    return fail(Exit::no_input, fmt::format("the blob {} of the store {} is damaged", hash, file), "restore the store from a copy, or store that content again");
  return bytes;
}

Result<std::string> Store::hash() const {
  auto head = read_head(*db_);
  if (!head) return std::unexpected(head.error());
  return std::move(head->hash);
}

}  // namespace wavelift::store
