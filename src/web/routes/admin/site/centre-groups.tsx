import { readWebAddress } from '#domain/centre/typed-contacts.ts'
import { STATES } from '#domain/paper/exams-and-subjects.ts'
import { PictureField } from './picture-field.tsx'
import { ChoiceField, NumberField } from './same-fields.tsx'
import { AreaField, LinesField, TextField } from './site-fields.tsx'

export function CentreGroup() {
  return (
    <>
      <TextField path="name" />
      <TextField path="place" />
      <AreaField path="description" />
      <StateBoardField />
      <div className="site-two">
        <NumberField path="claims.years" />
        <NumberField path="claims.learners" />
      </div>
      <div className="site-two">
        <TextField path="credit.name" />
        <TextField path="credit.link" inputMode="url" read={readWebAddress} />
      </div>
    </>
  )
}

/** A fact of the centre: which board its State Board papers are of. */
export function StateBoardField() {
  return (
    <ChoiceField
      path="stateBoard"
      empty="Tamil Nadu"
      options={STATES.filter((state) => state !== 'Tamil Nadu').map((state) => [state, state])}
    />
  )
}

export function HomeGroup() {
  return (
    <>
      <TextField path="tagline" />
      <LinesField path="phrases" rows={4} />
      <TextField path="banner" />
      <PictureField path="pictures.about" use="about" isDescribed />
    </>
  )
}
