import { sqliteLists } from '#server/adapters/lists/sqlite/sqlite-lists.ts'
import { describePaperLists } from './paper-lists.contract.ts'

describePaperLists('the lists of SQLite', sqliteLists)
