import { type Kysely, sql } from 'kysely'

/** Counts papers by the state whose board set them, too, and lists those of one state along an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const kinds = ['type', 'grade', 'subject', 'year', 'month']
  const key = `${kinds.join(', ')}, answered, board`
  const count = (row: 'old' | 'new', by: 1 | -1) => `
    update paper_counts_age set changes = changes + 1;
    insert into paper_counts (${key}, papers, folded, folded_answered, changed)
      select ${kinds.map((name) => `${row}.${name}`).join(', ')},
        (${row}.answers_key is not null or ${row}.reference_link is not null), ${row}.board,
        ${by}, ${by} * ${row}.folded, ${by} * ${row}.folded_answered, changes from paper_counts_age
      where true on conflict do update set papers = papers + (${by}), folded = folded + excluded.folded,
        folded_answered = folded_answered + excluded.folded_answered, changed = excluded.changed;`
  const counted = `${kinds.join(', ')}, answers_key, reference_link, folded, folded_answered, board`
  for (const statement of [
    'drop trigger counts_of_new_paper',
    'drop trigger counts_of_gone_paper',
    'drop trigger counts_of_changed_paper',
    'drop table paper_counts',
    `create table paper_counts (
      type text not null,
      grade text not null,
      subject text not null,
      year integer not null,
      month integer not null,
      answered integer not null,
      board text not null default '',
      papers integer not null,
      folded integer not null default 0,
      folded_answered integer not null default 0,
      changed integer not null default 0,
      primary key (${key})
    ) strict, without rowid`,
    'create index paper_counts_by_change on paper_counts (changed)',
    `insert into paper_counts (${key}, papers, folded, folded_answered)
      select ${key}, count(*), sum(folded), sum(folded_answered) from papers group by ${key}`,
    `create trigger counts_of_new_paper after insert on papers begin ${count('new', 1)} end`,
    `create trigger counts_of_gone_paper after delete on papers begin ${count('old', -1)} end`,
    `create trigger counts_of_changed_paper after update of ${counted} on papers begin
      ${count('old', -1)} ${count('new', 1)} end`,
    'create index papers_by_board on papers (board, position, folded)',
  ])
    await sql.raw(statement).execute(db)
}
