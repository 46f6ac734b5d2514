import { ALL_SUBJECTS } from '#domain/paper/paper.ts'
import {
  PlaceInputs,
  ReferenceLinkInput,
  TitleInput,
  VariantInputs,
} from '#web/routes/admin/paper-inputs.tsx'
import type { FieldName, PaperFields } from './paper-fields.ts'
import type { Fault } from './use-paper-form.ts'

type FieldsetProps = {
  fields: PaperFields
  fault: Fault | null
  busy: boolean
  now: Date
  answersAreFile: boolean
  isOfAll: boolean
  change: (name: FieldName, value: string) => void
}

export function PaperFieldset({ fields, fault, busy, now, answersAreFile, isOfAll, change }: FieldsetProps) {
  const errorOf = (name: string) => (fault?.field === name ? fault.sentence : undefined)
  return (
    <fieldset disabled={busy} className="grid gap-4">
      <TitleInput
        value={fields.title}
        error={errorOf('title')}
        onChange={(value) => change('title', value)}
      />
      <div className="four">
        <PlaceInputs
          fields={fields}
          now={now}
          errorOf={errorOf}
          isOfAll={isOfAll}
          change={(name, value) => change(name, name === 'subject' ? value || ALL_SUBJECTS : value)}
        />
      </div>
      <div className="four">
        <VariantInputs fields={fields} errorOf={errorOf} change={change} />
      </div>
      <ReferenceLinkInput
        value={fields.referenceLink}
        error={errorOf('referenceLink')}
        asleep={
          answersAreFile ? 'The answers are an uploaded PDF. Remove it below to set a link.' : undefined
        }
        onChange={(value) => change('referenceLink', value)}
      />
      {fault && !(fault.field && fault.field in fields) && (
        <p className="field-error" role="alert">
          {fault.sentence}
        </p>
      )}
    </fieldset>
  )
}
