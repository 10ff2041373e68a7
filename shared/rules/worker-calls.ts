// Calls made by service worker and pages, without schemas, which the contract adds.

export const postMessageCall = {
  method: 'POST',
  path: '/api/message',
  waits: {
    queue: 'messages',
    per: ({ body }: { body: { recipientProfileId?: string | null | undefined } }) => body.recipientProfileId ?? 'broadcast',
    sendsEvery: true,
    replyCache: 'message',
  },
} as const;

export const putMuteCall = {
  method: 'PUT',
  path: '/api/mute',
  waits: {
    queue: 'mute',
    per: ({ body }: { body: { profileId: string } }) => body.profileId,
    goneMeansDone: 'always',
    replyCache: 'mutes',
  },
} as const;

export const deleteNotificationCall = {
  method: 'DELETE',
  path: '/api/notification/{id}',
  waits: {
    queue: 'notification',
    per: ({ params }: { params: { id: string } }) => params.id,
    goneMeansDone: 'always',
    replyCache: 'notifications',
  },
} as const;
