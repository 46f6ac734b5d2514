import { useCallback, useEffect, useState } from 'react'
import { PLAN_CATEGORIES, PLAN_TIERS, type PlanId, type Prices } from '#domain/pricing/plan.ts'
import { parseRupees } from '#domain/pricing/typed-price.ts'
import { publicApi } from '#web/public-client.ts'
import { Field } from '#web/ui/field.tsx'
import { toastFailure, toastSuccess } from '#web/ui/toasts.tsx'
import { admin } from '../admin-client.ts'
import { NotRead } from '../not-read.tsx'
import { useSignInAgain } from '../sign-in-again.tsx'

type Typed = Partial<Record<PlanId, string>>

/** The nine prices in three groups; all are saved, or none. */
export function PricingSection() {
  const [typed, setTyped] = useState<Typed | null>(null)
  const [errors, setErrors] = useState<Typed>({})
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const signInAgain = useSignInAgain()

  const load = useCallback(async () => {
    setFailure('')
    try {
      const answer = await publicApi.pricing.$get({ query: {} })
      if (!answer.ok) throw new Error(`The server answered ${answer.status}`)
      setTyped(textsOf((await answer.json()).prices))
    } catch {
      setFailure('The prices could not be read. Check your connection.')
    }
  }, [])
  useEffect(() => void load(), [load])

  async function submit(event?: React.FormEvent) {
    event?.preventDefault()
    const read = readPrices(typed ?? {})
    setErrors(read.errors)
    if (Object.keys(read.errors).length > 0) return
    setBusy(true)
    try {
      const answer = await admin.prices.$put({ json: read.prices })
      if (answer.status === 401) return void signInAgain().then(() => submit())
      if (!answer.ok) throw new Error(`The server answered ${answer.status}`)
      setTyped(textsOf((await answer.json()).prices))
      toastSuccess('Pricing updated successfully')
    } catch {
      toastFailure('Error updating pricing')
    } finally {
      setBusy(false)
    }
  }

  return (
    <section aria-labelledby="pricing-heading">
      <div className="question mb-5">
        <span className="number" aria-hidden="true">
          1.
        </span>
        <h2 id="pricing-heading">Pricing Section</h2>
        <span className="marks">[whole rupees]</span>
      </div>
      {failure && <NotRead sentence={failure} onRetry={() => void load()} />}
      {!typed && !failure && <PricesSkeleton />}
      {typed && (
        <form className="desk-sheet grid gap-6" noValidate onSubmit={(event) => void submit(event)}>
          {PLAN_CATEGORIES.map((category) => (
            <fieldset key={category.id} disabled={busy}>
              <legend className="mb-2 font-bold text-xl">{category.adminName}</legend>
              <div className="prices">
                {PLAN_TIERS.map((tier) => {
                  const id = `${category.id}-${tier.id}` as PlanId
                  return (
                    <Field key={id} label={tier.name} error={errors[id]}>
                      {(field) => (
                        <span className="rupees">
                          <input
                            {...field}
                            className="input"
                            inputMode="numeric"
                            value={typed[id] ?? ''}
                            placeholder="No price"
                            onChange={(event) => setTyped({ ...typed, [id]: event.target.value })}
                          />
                        </span>
                      )}
                    </Field>
                  )
                })}
              </div>
            </fieldset>
          ))}
          <button type="submit" className="button min-w-40 justify-self-start" disabled={busy}>
            {busy && <span className="spinner" aria-hidden="true" />}
            Update
          </button>
        </form>
      )}
    </section>
  )
}

/** As tall as the form it stands for, so that nothing below it moves. */
function PricesSkeleton() {
  return (
    <div role="status" className="desk-sheet grid gap-6">
      <span className="sr-only">Reading the prices …</span>
      {PLAN_CATEGORIES.map((category) => (
        <div key={category.id}>
          <div className="skeleton mb-2 h-8 w-40" />
          <div className="prices">
            {PLAN_TIERS.map((tier) => (
              <div key={tier.id} className="skeleton h-12 sm:mt-7" />
            ))}
          </div>
        </div>
      ))}
      <div className="skeleton h-12 w-40" />
    </div>
  )
}

function textsOf(prices: Prices): Typed {
  return Object.fromEntries(
    Object.entries(prices).map(([id, rupees]) => [id, rupees?.toLocaleString('en-IN') ?? '']),
  )
}

function readPrices(typed: Typed): { prices: Partial<Prices>; errors: Typed } {
  const prices: Partial<Prices> = {}
  const errors: Typed = {}
  for (const [id, text] of Object.entries(typed) as [PlanId, string][]) {
    const rupees = parseRupees(text)
    if (rupees === undefined) errors[id] = `“${text}” is not a price in whole rupees, such as 1,499.`
    else prices[id] = rupees
  }
  return { prices, errors }
}
