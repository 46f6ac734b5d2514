/** What a search over all papers finds. */
export default function Search() {
  return (
    <main id="content" className="page wrap">
      <div className="ruled">
        <h1>Search</h1>
      </div>
    </main>
  )
}
