import { type Kysely, sql } from 'kysely'

/**
 * Which exam a paper is a set of, and whether another set stands for it in a folded list. Papers that are there have no
 * exam yet: it is found in their titles, which takes more than SQL, and filled at the next start.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'alter table papers add column exam text collate "C"',
    `alter table papers add column exam_set text collate "C" not null default ''`,
    'alter table papers add column folded boolean not null default false',
    'alter table papers add column folded_answered boolean not null default false',
    'alter table paper_counts add column folded bigint not null default 0',
    'alter table paper_counts add column folded_answered bigint not null default 0',
    `create index papers_by_exam on papers (exam, exam_set, serial) where exam <> ''`,
    'create index papers_without_exam on papers (serial) where exam is null',
    `create constraint trigger content_version_of_exams
      after update of exam, exam_set, folded, folded_answered on papers
      deferrable initially deferred for each row execute function raise_content_version()`,
  ])
    await sql.raw(statement).execute(db)
  await countFolded(db)
  await foldSets(db)
}

async function countFolded(db: Kysely<unknown>) {
  await sql`create or replace function count_paper(paper papers, by integer) returns void language plpgsql as $$
  declare
    age bigint;
  begin
    if current_setting('thervu.counted_by', true) is distinct from pg_current_xact_id()::text then
      update paper_counts_age set changes = changes + 1;
      perform set_config('thervu.counted_by', pg_current_xact_id()::text, true);
    end if;
    select changes into age from paper_counts_age;
    insert into paper_counts as counted
      (type, grade, subject, year, month, answered, papers, folded, folded_answered, changed)
      values (paper.type, paper.grade, paper.subject, paper.year, paper.month, paper.answered, by,
        by * paper.folded::integer, by * paper.folded_answered::integer, age)
      on conflict (type, grade, subject, year, month, answered)
      do update set papers = counted.papers + by, folded = counted.folded + excluded.folded,
        folded_answered = counted.folded_answered + excluded.folded_answered, changed = excluded.changed;
  end $$`.execute(db)
  const counted = 'type, grade, subject, year, month, answers_key, reference_link, folded, folded_answered'
  await sql`drop trigger counts_of_papers on papers`.execute(db)
  await sql
    .raw(`create constraint trigger counts_of_papers after insert or delete or update of ${counted} on papers
      deferrable initially deferred for each row execute function count_changed_paper()`)
    .execute(db)
}

/**
 * At the end of a transaction, after the content's version has been raised: from then on no other transaction that
 * changes papers can end before this one, and so two sets that are published at once see each other.
 * An exam has three to five sets; what has more than twelve is none, and never more than fourteen are looked at.
 */
async function foldSets(db: Kysely<unknown>) {
  await sql`create function fold_sets(of_exam text) returns void language sql as $$
    update papers set folded = sets.is_folded, folded_answered = sets.is_folded_answered from (
      select serial,
        count(*) over () <= 12 and row_number() over (order by exam_set, serial) > 1 as is_folded,
        count(*) over () <= 12 and answered and sum(answered::integer)
          over (order by exam_set, serial rows unbounded preceding) > 1 as is_folded_answered
      from (
        select serial, exam_set, answered from papers
        where exam = of_exam and exam <> '' order by exam_set, serial limit 14
      ) as first_sets
    ) as sets
    where papers.serial = sets.serial
      and (papers.folded, papers.folded_answered) is distinct from (sets.is_folded, sets.is_folded_answered)
  $$`.execute(db)
  await sql`create function fold_changed_sets() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and old.exam is distinct from new.exam then
      update papers set folded = false, folded_answered = false
        where serial = new.serial and (folded or folded_answered);
    end if;
    if tg_op <> 'INSERT' and old.exam <> '' then perform fold_sets(old.exam); end if;
    if tg_op <> 'DELETE' and new.exam <> '' then perform fold_sets(new.exam); end if;
    return null;
  end $$`.execute(db)
  await sql`create constraint trigger fold_sets_of_papers
    after insert or delete or update of exam, exam_set, answers_key, reference_link on papers
    deferrable initially deferred for each row execute function fold_changed_sets()`.execute(db)
}
