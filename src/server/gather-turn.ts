const gathering = new Set<() => void>()
// One that hands on to another adds it to the set that is being walked.
process.on('exit', () => {
  for (const pass of gathering) pass()
})

/** What is given in one turn of the event loop is handed on at its end, or when the process exits before. */
export function gatherTurn<Item>(handOn: (items: Item[]) => void): (item: Item) => void {
  let items: Item[] = []
  const pass = () => {
    gathering.delete(pass)
    const passed = items
    items = []
    handOn(passed)
  }
  return (item) => {
    if (items.push(item) > 1) return
    gathering.add(pass)
    setImmediate(pass)
  }
}
