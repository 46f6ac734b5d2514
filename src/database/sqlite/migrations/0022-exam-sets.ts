import { type Kysely, sql } from 'kysely'

/**
 * Which exam a paper is a set of, and whether another set stands for it in a folded list. Papers that are there have no
 * exam yet: it is found in their titles, which takes more than SQL, and filled at the next start.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db)
  await indexLists(db)
  await countFolded(db)
  await foldSets(db)
}

async function addColumns(db: Kysely<unknown>) {
  for (const statement of [
    'alter table papers add column exam text',
    `alter table papers add column exam_set text not null default ''`,
    'alter table papers add column folded integer not null default 0 check (folded in (0, 1))',
    'alter table papers add column folded_answered integer not null default 0 check (folded_answered in (0, 1))',
    'alter table paper_counts add column folded integer not null default 0',
    'alter table paper_counts add column folded_answered integer not null default 0',
    `create index papers_by_exam on papers (exam, exam_set, serial) where exam <> ''`,
    'create index papers_without_exam on papers (serial) where exam is null',
    `create trigger content_version_papers_exam after update of exam, exam_set, folded, folded_answered on papers begin
      update content_version set version = version + 1;
    end`,
  ])
    await sql.raw(statement).execute(db)
}

/** Far pages of a folded list are walked along its index, which therefore says what is folded. */
async function indexLists(db: Kysely<unknown>) {
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
    await sql.raw(`drop index ${name}`).execute(db)
    await sql.raw(`create index ${name} on papers (${columns}, folded)`).execute(db)
  }
  for (const [name, columns] of [
    ['papers_with_answers', 'position, type, grade, subject, answered'],
    ['papers_with_answers_on_shelf', 'type, grade, subject, position, answered'],
  ]) {
    await sql.raw(`drop index ${name}`).execute(db)
    await sql
      .raw(`create index ${name} on papers (${columns}, folded_answered) where answered = 1`)
      .execute(db)
  }
}

async function countFolded(db: Kysely<unknown>) {
  const values = (row: 'old' | 'new') =>
    `${['type', 'grade', 'subject', 'year', 'month'].map((name) => `${row}.${name}`).join(', ')},
    (${row}.answers_key is not null or ${row}.reference_link is not null)`
  const count = (row: 'old' | 'new', by: 1 | -1) => `
    update paper_counts_age set changes = changes + 1;
    insert into paper_counts (type, grade, subject, year, month, answered, papers, folded, folded_answered, changed)
      select ${values(row)}, ${by}, ${by} * ${row}.folded, ${by} * ${row}.folded_answered, changes from paper_counts_age
      where true on conflict do update set papers = papers + (${by}), folded = folded + excluded.folded,
        folded_answered = folded_answered + excluded.folded_answered, changed = excluded.changed;`
  const counted = 'type, grade, subject, year, month, answers_key, reference_link, folded, folded_answered'
  for (const statement of [
    'drop trigger counts_of_new_paper',
    'drop trigger counts_of_gone_paper',
    'drop trigger counts_of_changed_paper',
    `create trigger counts_of_new_paper after insert on papers begin ${count('new', 1)} end`,
    `create trigger counts_of_gone_paper after delete on papers begin ${count('old', -1)} end`,
    `create trigger counts_of_changed_paper after update of ${counted} on papers begin
      ${count('old', -1)} ${count('new', 1)} end`,
  ])
    await sql.raw(statement).execute(db)
}

/** An exam has three to five sets; what has more than twelve is none, and never more than fourteen are looked at. */
async function foldSets(db: Kysely<unknown>) {
  const fold = (exam: string) => `
    update papers set folded = sets.is_folded, folded_answered = sets.is_folded_answered from (
      select serial as set_serial,
        count(*) over () <= 12 and row_number() over (order by exam_set, serial) > 1 as is_folded,
        count(*) over () <= 12 and answered = 1 and sum(answered)
          over (order by exam_set, serial rows unbounded preceding) > 1 as is_folded_answered
      from (
        select serial, exam_set, answered from papers
        where exam = ${exam} and exam <> '' order by exam_set, serial limit 14
      )
    ) as sets
    where serial = sets.set_serial
      and (folded <> sets.is_folded or folded_answered <> sets.is_folded_answered);`
  for (const statement of [
    `create trigger fold_sets_of_new_paper after insert on papers when new.exam <> '' begin ${fold('new.exam')} end`,
    `create trigger fold_sets_of_gone_paper after delete on papers when old.exam <> '' begin ${fold('old.exam')} end`,
    `create trigger fold_sets_of_changed_paper after update of exam, exam_set, answers_key, reference_link on papers
      when old.exam <> '' or new.exam <> '' begin
      update papers set folded = 0, folded_answered = 0
        where serial = new.serial and old.exam is not new.exam and (folded = 1 or folded_answered = 1);
      ${fold('old.exam')} ${fold('new.exam')} end`,
  ])
    await sql.raw(statement).execute(db)
}
