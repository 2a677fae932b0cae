import Fastify from 'fastify';
import { createPages } from '../../src/web/pages.ts';
import { NOW } from '../web/views.ts';
import { SESSIONS } from './exhibits.ts';

/** A server of the real pages that shows the exhibits: what no payment would bring about in an afternoon. */
export async function openGallery(): Promise<{ url: string; close: () => Promise<void> }> {
  const app = Fastify();
  const look = async (id: string) => SESSIONS.get(id) ?? null;
  const pages = createPages({
    now: () => NOW,
    dashboard_url: 'http://127.0.0.1',
    is_limited: false,
    checkout: {
      look,
      lookAgain: look,
      claim: async () => ({ kind: 'kept' }),
      play: async () => 'impossible',
    },
    links: {
      look: async () => null,
      pay: async () => ({ kind: 'not_ready' }),
      underWay: async () => null,
    },
    newToken: () => 'A'.repeat(22),
    failed: (error) => {
      throw error;
    },
  });
  app.setNotFoundHandler(pages.notFound);
  pages.routes(app);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, close: () => app.close() };
}
