import { PLAN_CATEGORIES, PLAN_TIERS, type PlanId, priceLabel } from '#domain/pricing/plan.ts'
import { Field } from '#web/ui/field.tsx'
import type { PriceState } from './price-draft.ts'
import type { usePrices } from './use-prices.ts'

type PricesState = ReturnType<typeof usePrices>

export function PricesForm({ prices }: { prices: PricesState }) {
  return (
    <form
      ref={prices.form}
      className="grid gap-6"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void prices.submit()
      }}
    >
      {PLAN_CATEGORIES.map((category) => (
        <fieldset key={category.id}>
          <legend className="mb-2 font-bold text-xl">{category.adminName}</legend>
          <div className="prices">
            {PLAN_TIERS.map((tier) => {
              const id = `${category.id}-${tier.id}` as PlanId
              return <PriceField key={id} id={id} name={tier.name} prices={prices} />
            })}
          </div>
        </fieldset>
      ))}
      <UpdateLine prices={prices} />
    </form>
  )
}

function PriceField({ id, name, prices }: { id: PlanId; name: string; prices: PricesState }) {
  const state = prices.states?.find(([plan]) => plan === id)?.[1]
  if (!state || !prices.saved) return null
  return (
    <div
      className="price-field"
      data-changed={state.changed || undefined}
      data-overtaken={state.overtaken || undefined}
    >
      <Field label={name} error={prices.named[id]} hint={hintOn(state, prices.saved[id])}>
        {(field) => (
          <span className="rupees">
            <input
              {...field}
              name={id}
              className="input"
              inputMode="numeric"
              autoComplete="off"
              value={state.text}
              placeholder="No price"
              readOnly={prices.saving !== null}
              onChange={(event) => prices.type(id, event.target.value)}
              onBlur={() => prices.leave(id)}
            />
          </span>
        )}
      </Field>
    </div>
  )
}

function hintOn({ changed, overtaken }: PriceState, saved: number | null) {
  if (overtaken) return `Changed elsewhere to ${priceLabel(saved)} meanwhile. Update puts yours in its place.`
  return changed ? `Not saved. On the site: ${priceLabel(saved)}.` : undefined
}

/** `aria-disabled`, so that it stays focusable and its reason is read out. */
function UpdateLine({ prices: { changed, saving, note, discard } }: { prices: PricesState }) {
  const asleep = changed.length === 0 || saving !== null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <button
        type="submit"
        className="button min-w-40"
        aria-disabled={asleep || undefined}
        aria-describedby="prices-said"
      >
        {saving === 'typed' && <span className="spinner" aria-hidden="true" />}
        Update
      </button>
      <p id="prices-said" className="min-w-0 flex-1 basis-48 text-sm" role="status">
        {note ? <strong className="field-error">{note}</strong> : <SaidOf changed={changed.length} />}
      </p>
      {changed.length > 0 && saving === null && (
        <button type="button" className="button button-quiet max-sm:-ml-3" onClick={discard}>
          Discard changes
        </button>
      )}
    </div>
  )
}

function SaidOf({ changed }: { changed: number }) {
  if (changed === 0)
    return <span className="text-quiet">Nothing to save: these are the prices on the site.</span>
  return changed === 1 ? '1 price changed, not saved yet.' : `${changed} prices changed, not saved yet.`
}
