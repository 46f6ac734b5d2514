import { FIELDS, uploadBody } from '#tests/support/site.ts'
import { postPaper } from '#tests/support/uploads.ts'
import type { ChildSite } from './child-site.ts'

/** With unique bytes: the same file would not be drawn again. */
export async function publishCopy(site: ChildSite, pdf: Uint8Array, number: number) {
  const answer = await postPaper(
    site,
    site.admin.headers,
    uploadBody(
      { ...FIELDS, title: `Paper ${number}` },
      { file: Buffer.concat([pdf, Buffer.from(`\n%${number}\n`)]) },
    ),
  )
  if (answer.status !== 201) throw new Error(`Upload refused: ${answer.status} ${await answer.text()}`)
  await answer.json()
}

export async function areWaiting({ origin, admin }: ChildSite): Promise<boolean> {
  const answer = await fetch(`${origin}/api/admin/drawing-jobs`, { headers: admin.headers })
  return ((await answer.json()) as { waiting: number }).waiting > 0
}
