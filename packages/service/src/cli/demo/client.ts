export type Answer = { status: number; body: Record<string, unknown> };

export type Client = {
  post: (path: string, body: unknown) => Promise<Answer>;
  get: (path: string) => Promise<Answer>;
};

/** Calls the API as a merchant's server does. */
export function createClient(base_url: string, key: string): Client {
  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${base_url}${path}`, {
      method,
      headers: { 'X-API-Key': key, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { post: (path, body) => call('POST', path, body), get: (path) => call('GET', path) };
}
