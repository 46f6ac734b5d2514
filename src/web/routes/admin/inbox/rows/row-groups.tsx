import { Sideways } from '#web/routes/admin/sideways.tsx'
import type { Tally } from '../queue/group-rows.ts'
import type { Group } from '../queue/row-problem.ts'

type GroupsProps = { tally: Tally; chosen: Group | null; onChoose: (group: Group | null) => void }

export function InboxGroups({ tally, chosen, onChoose }: GroupsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's frame is not wanted around these
    <div role="group" aria-label="Show" className="min-w-0">
      <Sideways
        chosen='[aria-pressed="true"]'
        changed={chosen}
        className="flex gap-1.5 max-sm:py-1 md:flex-wrap md:gap-2"
      >
        <GroupButton
          name="All"
          count={tally.rows.length}
          isOn={chosen === null}
          onClick={() => onChoose(null)}
        />
        {tally.groups.map(({ group, name, ids }) => (
          <GroupButton
            key={group}
            group={group}
            name={name}
            count={ids.length}
            isOn={chosen === group}
            onClick={() => onChoose(group)}
          />
        ))}
      </Sideways>
    </div>
  )
}

type ButtonProps = { group?: Group; name: string; count: number; isOn: boolean; onClick: () => void }

function GroupButton({ group, name, count, isOn, onClick }: ButtonProps) {
  return (
    <button type="button" className="inbox-group" data-group={group} aria-pressed={isOn} onClick={onClick}>
      {name} <span>{count.toLocaleString('en-IN')}</span>
    </button>
  )
}
