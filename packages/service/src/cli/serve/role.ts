/** `api` answers requests; `worker` sweeps and delivers; `all` does both. */
export const ROLES = ['all', 'api', 'worker'] as const;
export type Role = (typeof ROLES)[number];
