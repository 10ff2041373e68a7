// Newcomers who were greeted, answered and are vouched for, put straight into the database.
import { welcome } from '#shared/contract/community.ts';
import type { Member } from './members.ts';
import type { TestApp } from './test-app.ts';

/** The greeter's hello was answered by each of them; they let be shown by how many they are vouched for. */
export async function greeted({ world }: TestApp, greeter: Member, newcomers: readonly Member[]): Promise<void> {
  const now = world.clock.now();
  for (const newcomer of newcomers) {
    const hello = { greeter_id: greeter.profileId, newcomer_id: newcomer.profileId, created_ms: now };
    await world.db.write((tx) =>
      tx
        .insertInto('welcome_hellos')
        .values({ ...hello, answered_ms: now, vouched_ms: now })
        .execute(),
    );
    await newcomer.call(welcome.putWelcome, { body: { showsVouches: true } });
  }
}
