import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createStoredFiles(db)
  await createPapers(db)
  await createCounts(db)
  await createPrices(db)
}

async function createStoredFiles(db: Kysely<unknown>) {
  await sql`create table stored_files (
    full_path text not null primary key,
    bucket text not null,
    generation integer not null,
    metageneration integer not null,
    name text not null,
    size integer not null check (size >= 0),
    time_created text not null,
    updated text not null,
    md5_hash text not null,
    sha256 text not null,
    cache_control text not null,
    content_disposition text not null,
    content_encoding text not null,
    content_language text not null,
    content_type text not null,
    custom_metadata text not null
  ) strict`.execute(db)
}

async function createPapers(db: Kysely<unknown>) {
  await sql`create table papers (
    serial integer primary key autoincrement,
    position integer not null generated always as ((year * 12 + month) * 4294967296 + serial) stored,
    id text not null unique,
    title text not null check (length(title) between 1 and 200),
    file_key text not null unique references stored_files (full_path),
    thumbnail_key text unique references stored_files (full_path),
    answers_key text unique references stored_files (full_path),
    reference_link text,
    type text not null check (type in ('cbse', 'state', 'jee', 'neet', 'tnpsc')),
    grade text not null check (
      (type in ('cbse', 'state') and grade in ('6', '7', '8', '9', '10', '11', '12'))
      or (type in ('jee', 'neet', 'tnpsc') and grade = 'previous-years')
    ),
    subject text not null,
    month integer not null check (month between 1 and 12),
    year integer not null check (year between 1990 and 9999),
    pages integer not null check (pages between 1 and 1000),
    views integer not null default 0 check (views >= 0),
    is_sample integer not null check (is_sample in (0, 1)),
    upload_id text unique,
    created_at text not null,
    updated_at text not null
  ) strict`.execute(db)
  // One index for every set of filters, each ending in the order of the list: a page is read, never sorted.
  for (const columns of [
    'position',
    'type, position',
    'grade, position',
    'subject, position',
    'type, grade, position',
    'type, subject, position',
    'grade, subject, position',
    'type, grade, subject, position',
  ]) {
    const name = `papers_by_${columns.replaceAll(', ', '_')}`
    await sql.raw(`create index ${name} on papers (${columns})`).execute(db)
  }
  await sql`create index papers_samples on papers (serial) where is_sample = 1`.execute(db)
}

async function createCounts(db: Kysely<unknown>) {
  await sql`create table shelves (
    type text not null,
    grade text not null,
    subject text not null,
    year integer not null,
    papers integer not null check (papers >= 0),
    primary key (year, type, grade, subject)
  ) strict, without rowid`.execute(db)
  await sql`create table visit_count (
    id text not null primary key,
    value integer not null check (value >= 0)
  ) strict`.execute(db)
  await sql`insert into visit_count (id, value) values ('count', 0)`.execute(db)
  await sql`create table milestones (
    name text not null primary key,
    reached_at text not null
  ) strict`.execute(db)
}

async function createPrices(db: Kysely<unknown>) {
  await sql`create table prices (
    id text not null primary key,
    rupees integer check (rupees between 0 and 10000000),
    updated_at text
  ) strict`.execute(db)
  for (const category of ['10th12th', 'jee', 'neet']) {
    for (const tier of ['mon', 'half', 'ann']) {
      await sql`insert into prices (id) values (${`${category}-${tier}`})`.execute(db)
    }
  }
}
