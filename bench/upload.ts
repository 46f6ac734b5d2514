import { bigPdf } from '#tests/support/made-pdfs.ts'
import { FIELDS, uploadBody } from '#tests/support/site.ts'
import { postPaper } from '#tests/support/uploads.ts'
import { openChildSite } from './support/child-site.ts'
import { printMachine } from './support/machine.ts'
import { figure, mebibytes, printTable } from './support/table.ts'

/** Uploads 200 MB of PDFs at each of three file sizes, each to a new server: speed and peak memory. */
const MIB = 1024 ** 2
/** 49 MiB is the largest whole number below the limit. */
const SIZES = [MIB, 10 * MIB, 49 * MIB]
const BYTES_OF_EACH = 200 * MIB

printMachine()
const rows: string[][] = []
for (const size of SIZES) rows.push(await measure(size))
printTable(
  `${mebibytes(BYTES_OF_EACH)} of PDFs of each size`,
  ['file', 'files', 'MB/s', 'idle memory', 'peak memory', 'growth'],
  rows,
)

async function measure(size: number) {
  const pdf = bigPdf(size)
  const count = Math.round(BYTES_OF_EACH / pdf.length)
  const site = await openChildSite()
  try {
    const idle = site.memory()
    const begun = performance.now()
    for (let at = 0; at < count; at++) await upload(site, pdf, `Paper ${at + 1} of ${count}`)
    const seconds = (performance.now() - begun) / 1000
    const peak = site.peakMemory()
    return [
      mebibytes(pdf.length),
      String(count),
      figure((pdf.length * count) / 1e6 / seconds, 1),
      mebibytes(idle),
      mebibytes(peak),
      mebibytes(peak - idle),
    ]
  } finally {
    await site.end()
  }
}

async function upload(site: Awaited<ReturnType<typeof openChildSite>>, pdf: Buffer, title: string) {
  const answer = await postPaper(site, site.admin.headers, uploadBody({ ...FIELDS, title }, { file: pdf }))
  if (answer.status !== 201) throw new Error(`Upload refused: ${answer.status} ${await answer.text()}`)
  await answer.json()
}
