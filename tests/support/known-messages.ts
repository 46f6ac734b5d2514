import { registerAllMessages } from '#domain/language/all-messages.server.ts'

// As the server does before it renders its first page.
registerAllMessages()
