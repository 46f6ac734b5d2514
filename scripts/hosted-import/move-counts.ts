import type { App } from '#domain/app.ts'
import { COMMAND_LINE } from '#domain/journal/entry.ts'
import { hasReached, markReached } from '#domain/milestones.server.ts'
import { inRupees, PLAN_IDS, PLAN_TIERS, type PlanId } from '#domain/pricing/plan.ts'
import { listPrices, setPrices } from '#domain/pricing/prices.server.ts'
import { readPrice } from '#domain/pricing/typed-price.ts'
import { addFormerVisits } from '#domain/visits/count.server.ts'
import type { HostedDocument } from './documents.ts'
import type { HostedFolder } from './hosted-folder.ts'
import { readCollection } from './read-collection.ts'
import { asText, readCount } from './read-fields.ts'
import { lineOf, type ReportLine } from './report.ts'

type Counting = Pick<App, 'db' | 'readDb' | 'clock'>
type Applying = { applies: boolean }

/** In the specification "montly" is written for "monthly", and in other documents, too. */
const PRICE_FIELDS = ['montly', ...PLAN_TIERS.map(({ field }) => field)]
const VISITS_TAKEN = 'visits of the hosted site are counted'

/** A price that was set here stays. */
export async function* movePrices(
  app: Counting,
  folder: HostedFolder,
  { applies }: Applying,
): AsyncGenerator<ReportLine> {
  const here = await listPrices(app)
  for (const document of (await readCollection(folder, ['pricing', 'prices'])) ?? []) {
    const id = PLAN_IDS.find((one) => one === document.id)
    const price = id && priceIn(id, document)
    const read = price ? readPrice(price.text) : null
    const line = (rest: Parameters<typeof lineOf>[3]) =>
      lineOf('price', document.id, price ? price.text : '', rest)
    if (!id || !price)
      yield line({ outcome: 'stays behind', why: id ? 'it has no price' : 'no plan has this id' })
    else if (!read || 'fault' in read) yield line({ outcome: 'stays behind', why: read?.fault ?? null })
    else if (here[id] === read.rupees) yield line({ outcome: 'is here already' })
    else if (here[id] !== null)
      yield line({ outcome: 'stays behind', why: `it is set to ${inRupees(here[id])} here` })
    else {
      if (applies) await setPrices(app, { [id]: read.rupees }, COMMAND_LINE)
      yield line({ outcome: 'comes', changes: price.changes })
    }
  }
}

/** Once: the visits here go on from there. */
export async function* moveVisits(
  app: Counting,
  folder: HostedFolder,
  { applies }: Applying,
): AsyncGenerator<ReportLine> {
  const documents = await readCollection(folder, ['visitCount', 'visitCounter'])
  const counter = documents?.find(({ id, fields }) => id === 'count' || fields.value !== undefined)
  if (!counter) return
  const { value, change } = readCount(counter.fields.value)
  const line = (rest: Parameters<typeof lineOf>[3]) => lineOf('visits', 'count', String(value), rest)
  if (await hasReached(app.db, VISITS_TAKEN)) return yield line({ outcome: 'is here already' })
  if (applies)
    await app.db.transaction().execute(async (tx) => {
      await addFormerVisits(tx, value)
      await markReached(tx, VISITS_TAKEN, app.clock.now())
    })
  yield line({ outcome: 'comes', changes: change ? [change] : [] })
}

/** The field of its tier before others. */
function priceIn(id: PlanId, { fields }: HostedDocument): { text: string; changes: string[] } | null {
  const own = PLAN_TIERS.find((tier) => id.endsWith(`-${tier.id}`))?.field
  const names = [own, ...PRICE_FIELDS].filter((name) => name !== undefined && asText(fields[name]) !== '')
  const [name] = names
  if (name === undefined) return null
  const text = asText(fields[name])
  const conflicting = [...new Set(names.map((one) => asText(fields[one ?? '']))).difference(new Set([text]))]
  return { text, changes: conflicting.map((other) => `its other price “${other}” is left out`) }
}
