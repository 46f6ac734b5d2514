import { deskHead } from '../desk-head.ts'

export const meta = () => deskHead('Many files')

export default function ManyFiles() {
  return (
    <div className="ruled grid gap-10 md:gap-14">
      <h1>Many files</h1>
    </div>
  )
}
