/** For `page.evaluate`: all that the browser keeps in one store of a database that is there, as JSON. */
export async function readIndexedDb({
  database,
  store,
}: {
  database: string
  store: string
}): Promise<string> {
  const opening = indexedDB.open(database)
  await new Promise((resolve) => {
    opening.onsuccess = resolve
  })
  const reading = opening.result.transaction(store).objectStore(store).getAll()
  await new Promise((resolve) => {
    reading.onsuccess = resolve
  })
  opening.result.close()
  return JSON.stringify(reading.result)
}
