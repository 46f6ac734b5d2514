/** Papers that somebody picked, held by the address. */
export default function PickedList() {
  return (
    <main id="content" className="page wrap">
      <div className="ruled">
        <h1>Picked papers</h1>
      </div>
    </main>
  )
}
