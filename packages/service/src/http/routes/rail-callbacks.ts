import type { FastifyInstance } from 'fastify';
import { answer, refuse } from '../answer.ts';

const PATH = '/rails/airtel/callback';
const NO_BODY = Buffer.alloc(0);

/** Checks a callback and keeps it; resolves once it is safe in the database. */
export type TakeCallback = (body: Buffer) => Promise<'genuine' | 'forged' | 'unreadable'>;

/**
 * Where Airtel tells how a payment ended. No API key: the hash is the credential, and what is said only makes
 * us ask. A 200 says that it is kept; a forged one is refused and forgotten.
 */
export function railCallbackRoutes(app: FastifyInstance, take: TakeCallback): void {
  app.post(PATH, async (request, reply) => {
    switch (await take((request.body as Buffer | undefined) ?? NO_BODY)) {
      case 'genuine':
        return answer(reply, 200, { received: true });
      case 'forged':
        return refuse(reply, 'UNAUTHORIZED', { problem: 'The hash of this callback is wrong.' });
      case 'unreadable':
        return refuse(reply, 'VALIDATION_ERROR', {
          problem: 'This is no callback: transaction.id or hash is missing.',
        });
    }
  });
}
