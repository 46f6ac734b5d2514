import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await widenPapers(db)
  await createBin(db)
  await createTray(db)
  await createJournal(db)
  await createDailySums(db)
}

async function widenPapers(db: Kysely<unknown>) {
  await sql`alter table papers add column version integer not null default 1`.execute(db)
  await sql`alter table papers add column thumbnail_given integer not null default 0`.execute(db)
  await sql`alter table stored_files add column hidden integer not null default 0`.execute(db)
  await sql`create index stored_files_by_sha256 on stored_files (sha256)`.execute(db)
  await sql`create table former_files (
    full_path text not null primary key,
    paper_id text not null
  ) strict, without rowid`.execute(db)
  await sql`create index former_files_by_paper on former_files (paper_id)`.execute(db)
}

/** A table of their own, so that no public list, count or search has to leave binned papers out. */
async function createBin(db: Kysely<unknown>) {
  await sql`create table binned_papers (
    serial integer not null primary key,
    id text not null unique,
    title text not null,
    file_key text not null unique references stored_files (full_path),
    thumbnail_key text unique references stored_files (full_path),
    answers_key text unique references stored_files (full_path),
    reference_link text,
    type text not null,
    grade text not null,
    subject text not null,
    month integer not null,
    year integer not null,
    pages integer not null,
    views integer not null,
    is_sample integer not null,
    upload_id text,
    created_at text not null,
    updated_at text not null,
    version integer not null,
    thumbnail_given integer not null,
    binned_at text not null,
    binned_by text not null
  ) strict`.execute(db)
  await sql`create index binned_papers_by_binned_at on binned_papers (binned_at, serial)`.execute(db)
}

async function createTray(db: Kysely<unknown>) {
  await sql`create table tray (
    upload_id text not null primary key,
    administrator_id text not null,
    original_name text not null,
    size integer not null check (size >= 0),
    md5 text not null,
    sha256 text not null,
    pages integer not null check (pages between 1 and 1000),
    first_page text not null,
    arrived_at text not null
  ) strict, without rowid`.execute(db)
  await sql`create index tray_by_sha256 on tray (sha256)`.execute(db)
  await sql`create index tray_by_arrival on tray (arrived_at)`.execute(db)
}

/** Written in the change's own transaction, and never rewritten. */
async function createJournal(db: Kysely<unknown>) {
  await sql`create table journal (
    id integer not null primary key autoincrement,
    at text not null,
    author_id text,
    author text not null,
    action text not null,
    kind text not null,
    subject_id text not null,
    subject text not null,
    before text,
    after text
  ) strict`.execute(db)
  await sql`create index journal_by_subject on journal (kind, subject_id, id)`.execute(db)
}

/** By days in India; nothing of a visitor is kept. */
async function createDailySums(db: Kysely<unknown>) {
  await sql`create table views_by_day (
    day text not null,
    paper_id text not null,
    views integer not null check (views >= 0),
    primary key (day, paper_id)
  ) strict, without rowid`.execute(db)
  await sql`create index views_by_day_of_paper on views_by_day (paper_id, day)`.execute(db)
  await sql`create table visits_by_day (
    day text not null primary key,
    visits integer not null check (visits >= 0)
  ) strict, without rowid`.execute(db)
  await sql`create table searches_without_hits (
    day text not null,
    term text not null,
    times integer not null check (times > 0),
    primary key (day, term)
  ) strict, without rowid`.execute(db)
}
