import { deskHead } from '../desk-head.ts'

export const meta = () => deskHead('Answers')

export default function Answers() {
  return (
    <div className="ruled grid gap-10 md:gap-14">
      <h1>Answers</h1>
    </div>
  )
}
