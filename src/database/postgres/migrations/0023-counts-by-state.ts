import { type Kysely, sql } from 'kysely'

/** Counts papers by the state whose board set them, too, and lists those of one state along an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const key = 'type, grade, subject, year, month, answered, board'
  const counted =
    'type, grade, subject, year, month, answers_key, reference_link, folded, folded_answered, board'
  for (const statement of [
    'drop trigger counts_of_papers on papers',
    'delete from paper_counts',
    `alter table paper_counts add column board text collate "C" not null default ''`,
    'alter table paper_counts drop constraint paper_counts_pkey',
    `alter table paper_counts add primary key (${key})`,
    `insert into paper_counts (${key}, papers, folded, folded_answered)
      select ${key}, count(*), sum(folded::integer), sum(folded_answered::integer) from papers group by ${key}`,
    `create or replace function count_paper(paper papers, by integer) returns void language plpgsql as $$
    declare
      age bigint;
    begin
      if current_setting('thervu.counted_by', true) is distinct from pg_current_xact_id()::text then
        update paper_counts_age set changes = changes + 1;
        perform set_config('thervu.counted_by', pg_current_xact_id()::text, true);
      end if;
      select changes into age from paper_counts_age;
      insert into paper_counts as counted (${key}, papers, folded, folded_answered, changed)
        values (paper.type, paper.grade, paper.subject, paper.year, paper.month, paper.answered, paper.board, by,
          by * paper.folded::integer, by * paper.folded_answered::integer, age)
        on conflict (${key})
        do update set papers = counted.papers + by, folded = counted.folded + excluded.folded,
          folded_answered = counted.folded_answered + excluded.folded_answered, changed = excluded.changed;
    end $$`,
    `create constraint trigger counts_of_papers after insert or delete or update of ${counted} on papers
      deferrable initially deferred for each row execute function count_changed_paper()`,
    'create index papers_by_board on papers (board, position)',
  ])
    await sql.raw(statement).execute(db)
}
