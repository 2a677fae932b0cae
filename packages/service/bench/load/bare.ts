// The control for delivering: undici alone sends the same bodies to the same receivers, so many at a time.
// No database, no signature, no time-out of its own, nothing kept.
import { Agent, request } from 'undici';

export type BareLoad = {
  /** `request`: as its users call it. `dispatch`: its lowest call, one level below, as the service calls it. */
  call: 'request' | 'dispatch';
  origins: string[];
  bodies: string[];
  /** Those of a real webhook, made once. */
  headers: Record<string, string>;
  in_flight: number;
};

function begin({ call, origins, bodies, headers, in_flight }: BareLoad): void {
  const agent = new Agent({ pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  let sent = 0;
  const turn = () => {
    const origin = origins[sent % origins.length] as string;
    const body = bodies[sent % bodies.length] as string;
    sent += 1;
    return { origin, body };
  };
  const byRequest = async (): Promise<void> => {
    for (;;) {
      const { origin, body } = turn();
      const answer = await request(`${origin}/`, { method: 'POST', headers, body, dispatcher: agent });
      await answer.body.text();
    }
  };
  const byDispatch = (): void => {
    agent.dispatch(
      { ...turn(), path: '/', method: 'POST', headers },
      {
        onRequestStart: () => undefined,
        onResponseStart: () => undefined,
        onResponseData: () => undefined,
        onResponseEnd: byDispatch,
        onResponseError: (_, error) => {
          throw error;
        },
      },
    );
  };
  for (let n = 0; n < in_flight; n += 1) {
    if (call === 'request') void byRequest();
    else byDispatch();
  }
}

process.once('message', (load) => begin(load as BareLoad));
process.once('disconnect', () => process.exit(0));
