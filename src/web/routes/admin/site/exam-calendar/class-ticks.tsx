import { fieldLabel } from '#domain/centre/field-names.ts'
import { DEGREES } from '#domain/paper/paper.ts'
import { ruleOf } from '../field-rules.ts'
import { useIsFirst } from '../fields/field-language.ts'
import { useFault, useSiteDesk } from '../fields/site-desk.ts'

/** Each class of each board, and each exam without classes. */
export function ClassTicks({ path }: { path: string }) {
  const { value, set, leave } = useSiteDesk()
  const fault = useFault(path)
  if (!useIsFirst()) return null
  const ticked = (value(path) ?? []) as string[]
  const toggle = (slug: string) => {
    const next = ticked.includes(slug) ? ticked.filter((each) => each !== slug) : [...ticked, slug]
    set(path, next)
  }
  const leaveAll = ({ currentTarget, relatedTarget }: React.FocusEvent) =>
    currentTarget.contains(relatedTarget) || leave(path)
  return (
    <fieldset className="grid gap-1.5" onBlur={leaveAll}>
      <legend className="mb-1 font-semibold">{fieldLabel(path)}</legend>
      <div className="class-ticks">
        {DEGREES.map(({ slug, name }) => (
          <label key={slug}>
            <input
              type="checkbox"
              name={path}
              checked={ticked.includes(slug)}
              onChange={() => toggle(slug)}
            />
            {name}
          </label>
        ))}
      </div>
      {fault ? (
        <p className="field-error text-sm">{fault}</p>
      ) : (
        <p className="text-quiet text-sm">{ruleOf(path)}</p>
      )}
    </fieldset>
  )
}
