import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createReadings(db)
  await createCounts(db)
  await createAnswered(db)
}

async function createReadings(db: Kysely<unknown>) {
  await sql`create table readings (
    file_key text not null primary key references stored_files (full_path) on delete cascade,
    state text not null check (state in ('waiting', 'done', 'failed')),
    made_by text not null default '',
    page_count integer not null default 0,
    images text not null default '[]',
    tries integer not null default 0,
    fault text,
    updated_at text
  ) strict, without rowid`.execute(db)
  await sql`create index readings_by_state on readings (state, tries, file_key)`.execute(db)
  await sql`create table page_texts (
    file_key text not null references readings (file_key) on delete cascade,
    page integer not null,
    text text not null,
    primary key (file_key, page)
  ) strict, without rowid`.execute(db)
  // Triggers, so that publishing, replacing and restoring a file need not know of it.
  await sql`create trigger readings_of_new_paper after insert on papers begin
    insert or ignore into readings (file_key, state) values (new.file_key, 'waiting');
  end`.execute(db)
  await sql`create trigger readings_of_new_file after update of file_key on papers begin
    insert or ignore into readings (file_key, state) values (new.file_key, 'waiting');
  end`.execute(db)
  await sql`insert into readings (file_key, state) select file_key, 'waiting' from papers`.execute(db)
}

async function createCounts(db: Kysely<unknown>) {
  await sql`create table paper_counts (
    type text not null,
    grade text not null,
    subject text not null,
    year integer not null,
    month integer not null,
    answered integer not null,
    papers integer not null,
    changed integer not null default 0,
    primary key (type, grade, subject, year, month, answered)
  ) strict, without rowid`.execute(db)
  // A cached sum reads the rows changed since, not all quarter of a million.
  await sql`create index paper_counts_by_change on paper_counts (changed)`.execute(db)
  // Grows with every change of a count, so that cached sums are known to be stale.
  await sql`create table paper_counts_age (id text not null primary key, changes integer not null) strict, without rowid`.execute(
    db,
  )
  await sql`insert into paper_counts_age (id, changes) values ('papers', 0)`.execute(db)
  await sql`insert into paper_counts
    select type, grade, subject, year, month, answered, count(*), 0 from papers group by 1, 2, 3, 4, 5, 6`.execute(
    db,
  )
  const counted = 'type, grade, subject, year, month, answers_key, reference_link'
  const values = (row: 'old' | 'new') =>
    `${['type', 'grade', 'subject', 'year', 'month'].map((name) => `${row}.${name}`).join(', ')},
    (${row}.answers_key is not null or ${row}.reference_link is not null)`
  const count = (row: 'old' | 'new', by: 1 | -1) => `
    update paper_counts_age set changes = changes + 1;
    insert into paper_counts select ${values(row)}, ${by}, changes from paper_counts_age
      where true on conflict do update set papers = papers + (${by}), changed = excluded.changed;`
  const triggers = [
    `create trigger counts_of_new_paper after insert on papers begin ${count('new', 1)} end`,
    `create trigger counts_of_gone_paper after delete on papers begin ${count('old', -1)} end`,
    `create trigger counts_of_changed_paper after update of ${counted} on papers begin
      ${count('old', -1)} ${count('new', 1)} end`,
  ]
  for (const trigger of triggers) await sql.raw(trigger).execute(db)
}

async function createAnswered(db: Kysely<unknown>) {
  for (const [name, columns] of [
    ['papers_with_answers', 'position, type, grade, subject, answered'],
    ['papers_with_answers_on_shelf', 'type, grade, subject, position, answered'],
  ]) {
    await sql.raw(`create index ${name} on papers (${columns}) where answered = 1`).execute(db)
  }
}
