import { type Kysely, sql } from 'kysely'

/**
 * In which language a paper asks has a column. Until now a part of the variant said it, which leaves it, or the title alone:
 * then its exam is found again at the next start, since sets are told apart by the medium.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['papers', 'binned_papers'])
    await sql.raw(`alter table ${table} add column medium text not null default ''`).execute(db)
  for (const statement of [
    'drop trigger content_version_papers_variant',
    `create trigger content_version_papers_variant after update of variant, medium, board on papers begin
      update content_version set version = version + 1;
    end`,
    `create index papers_by_medium on papers (type, grade, medium, position, folded) where medium <> ''`,
    ...['Tamil', 'English', 'Hindi'].flatMap((medium) => [
      ...fill('papers', medium),
      ...fill('binned_papers', medium),
    ]),
  ])
    await sql.raw(statement).execute(db)
}

function fill(table: string, medium: string): string[] {
  const said = `${medium.toLowerCase()} medium`
  const [parts, part] = [`(', ' || variant || ', ')`, `', ${said}, '`]
  const at = `instr(lower(${parts}), ${part})`
  return [
    `update ${table} set medium = '${medium}'
      where medium = '' and lower(variant || ', ' || title) like '%${said}%'`,
    ...(table === 'papers'
      ? [`update papers set exam = null where medium = '${medium}' and exam <> '' and ${at} = 0`]
      : []),
    `update ${table} set variant = trim(
        substr(${parts}, 1, ${at} - 1) || ', ' || substr(${parts}, ${at} + length(${part})), ', ')
      where medium = '${medium}' and ${at} > 0`,
  ]
}
