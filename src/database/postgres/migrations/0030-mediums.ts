import { type Kysely, sql } from 'kysely'

/**
 * In which language a paper asks has a column. Until now a part of the variant said it, which leaves it, or the title alone:
 * then its exam is found again at the next start, since sets are told apart by the medium.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['papers', 'binned_papers'])
    await sql.raw(`alter table ${table} add column medium text collate "C" not null default ''`).execute(db)
  for (const statement of [
    'drop trigger content_version_of_variants on papers',
    `create constraint trigger content_version_of_variants after update of variant, medium, board on papers
      deferrable initially deferred for each row execute function raise_content_version()`,
    `create index papers_by_medium on papers (type, grade, medium, position) where medium <> ''`,
    ...['Tamil', 'English', 'Hindi'].flatMap((medium) => [
      ...fill('papers', medium),
      ...fill('binned_papers', medium),
    ]),
    // Later migrations of this transaction could not alter the table before its triggers have run.
    'set constraints all immediate',
    'set constraints all deferred',
  ])
    await sql.raw(statement).execute(db)
}

function fill(table: string, medium: string): string[] {
  const said = `${medium.toLowerCase()} medium`
  const [parts, part] = [`(', ' || variant || ', ')`, `', ${said}, '`]
  const at = `strpos(lower(${parts}), ${part})`
  return [
    `update ${table} set medium = '${medium}'
      where medium = '' and lower(variant || ', ' || title) like '%${said}%'`,
    ...(table === 'papers'
      ? [`update papers set exam = null where medium = '${medium}' and exam <> '' and ${at} = 0`]
      : []),
    `update ${table} set variant = btrim(
        substr(${parts}, 1, ${at} - 1) || ', ' || substr(${parts}, ${at} + length(${part})), ', ')
      where medium = '${medium}' and ${at} > 0`,
  ]
}
