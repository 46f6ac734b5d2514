import { type Kysely, sql } from 'kysely'

/**
 * What is kept by triggers: the content's version and the counts of papers. Both are written at the end of a
 * transaction (deferred), the version first. Whoever writes it goes before all others, but only while committing, and
 * so no two transactions ever wait for each other's counts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createVersion(db)
  await createCounts(db)
}

/** Grows with whatever visitors' pages show, except counts of views and visits. */
async function createVersion(db: Kysely<unknown>) {
  await sql`create table content_version (id integer primary key check (id = 1), version bigint not null)`.execute(
    db,
  )
  await sql`insert into content_version values (1, 1)`.execute(db)
  // Once in a transaction, however many rows it changes.
  await sql`create function raise_content_version() returns trigger language plpgsql as $$
  begin
    if current_setting('thervu.raised_by', true) is distinct from pg_current_xact_id()::text then
      update content_version set version = version + 1;
      perform set_config('thervu.raised_by', pg_current_xact_id()::text, true);
    end if;
    return null;
  end $$`.execute(db)
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = 'papers'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname <> 'views'`.execute(db)
  const shown = rows.map(({ name }) => name).join(', ')
  for (const [table, changes] of [
    ['papers', `insert or delete or update of ${shown}`],
    ['stored_files', 'insert or delete or update'],
    ['drawing_jobs', 'update of state, page_count, images'],
    ['prices', 'insert or delete or update'],
  ])
    await sql
      .raw(`create constraint trigger content_version_of_${table} after ${changes} on ${table}
        deferrable initially deferred for each row execute function raise_content_version()`)
      .execute(db)
}

async function createCounts(db: Kysely<unknown>) {
  const key = 'text collate "C" not null'
  await sql
    .raw(`create table paper_counts (
    type ${key},
    grade ${key},
    subject ${key},
    year integer not null,
    month integer not null,
    answered boolean not null,
    papers bigint not null,
    changed bigint not null default 0,
    primary key (type, grade, subject, year, month, answered)
  )`)
    .execute(db)
  // A cached sum reads the rows changed since, not all quarter of a million.
  await sql`create index paper_counts_by_change on paper_counts (changed)`.execute(db)
  // Grows with every transaction that changes a count, so that cached sums are known to be stale.
  await sql`create table paper_counts_age (id text primary key, changes bigint not null)`.execute(db)
  await sql`insert into paper_counts_age (id, changes) values ('papers', 0)`.execute(db)
  // The age once in a transaction: each change leaves a row that the next one has to pass, and an import has 100,000.
  await sql`create function count_paper(paper papers, by integer) returns void language plpgsql as $$
  declare
    age bigint;
  begin
    if current_setting('thervu.counted_by', true) is distinct from pg_current_xact_id()::text then
      update paper_counts_age set changes = changes + 1;
      perform set_config('thervu.counted_by', pg_current_xact_id()::text, true);
    end if;
    select changes into age from paper_counts_age;
    insert into paper_counts as counted
      values (paper.type, paper.grade, paper.subject, paper.year, paper.month, paper.answered, by, age)
      on conflict (type, grade, subject, year, month, answered)
      do update set papers = counted.papers + by, changed = excluded.changed;
  end $$`.execute(db)
  await sql`create function count_changed_paper() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' then perform count_paper(old, -1); end if;
    if tg_op <> 'DELETE' then perform count_paper(new, 1); end if;
    return null;
  end $$`.execute(db)
  const counted = 'type, grade, subject, year, month, answers_key, reference_link'
  await sql
    .raw(`create constraint trigger counts_of_papers after insert or delete or update of ${counted} on papers
      deferrable initially deferred for each row execute function count_changed_paper()`)
    .execute(db)
}
