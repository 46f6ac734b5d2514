import { deskHead } from '../desk-head.ts'

export const meta = () => deskHead('Account')

export default function Account() {
  return (
    <div className="ruled grid gap-10 md:gap-14">
      <h1>Account</h1>
    </div>
  )
}
