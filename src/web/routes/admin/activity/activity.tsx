import { deskHead } from '../desk-head.ts'

export const meta = () => deskHead('Activity')

export default function Activity() {
  return (
    <div className="ruled grid gap-10 md:gap-14">
      <h1>Activity</h1>
    </div>
  )
}
