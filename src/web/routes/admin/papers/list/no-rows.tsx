import { EmptySheet } from '#web/ui/empty-sheet.tsx'
import { type DeskAsk, standingFilters } from '../state/desk-address.ts'
import type { Go } from '../state/use-address.ts'
import { TakeOff } from './count-line.tsx'

export function NoRows({ ask, go }: { ask: DeskAsk; go: Go }) {
  const standing = standingFilters(ask)
  return (
    <div className="instead desk-sheet">
      <EmptySheet mark="?" />
      <div className="grid justify-items-start gap-3">
        <p className="max-w-[48ch] font-semibold text-lg leading-snug">{sentenceOf(ask, standing)}</p>
        {standing.length > 0 && <TakeOff ask={ask} go={go} />}
      </div>
    </div>
  )
}

function sentenceOf(ask: DeskAsk, standing: { label: string }[]): string {
  if (standing.length > 1)
    return `No paper fits ${inWords(standing.map(({ label }) => label))} together. Take one off:`
  if (ask.show === 'binned' && standing.length === 0) return 'The bin is empty.'
  if (standing.length === 0) return 'Nothing is uploaded yet. The first paper goes in above.'
  if (ask.show === 'no-answers') return 'Every paper has its answers.'
  if (ask.show === 'no-thumbnail') return 'Every paper has a thumbnail.'
  if (ask.show === 'questions') return 'No questions need a look.'
  if (ask.show === 'samples') return 'There are no sample papers.'
  return `No paper ${ask.show === 'binned' ? 'in the bin ' : ''}fits ${standing[0]?.label}. Take it off:`
}

function inWords(labels: string[]): string {
  return `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`
}
