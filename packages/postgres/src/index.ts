export type { Cluster, ClusterOptions } from './cluster.ts';
export { ClusterFailure, type ClusterFailureReason } from './failure.ts';
export { underLock } from './lock.ts';
export { openCluster } from './open.ts';
export { serverProcesses } from './process.ts';
export type { ServerSettings } from './settings.ts';
