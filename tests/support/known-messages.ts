import { registerAllMessages } from '#domain/language/all-messages.server.ts'

// As the server does before it draws its first page.
registerAllMessages()
