import { deskHead } from '../desk-head.ts'

export const meta = () => deskHead('Journal')

export default function Journal() {
  return (
    <div className="ruled grid gap-10 md:gap-14">
      <h1>Journal</h1>
    </div>
  )
}
