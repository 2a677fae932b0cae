import type { ServerSettings } from './settings.ts';

export interface ClusterOptions {
  /**
   * What the role, the database and, unless a connection says otherwise, the application are called: lower-case
   * letters, digits and _. A data directory keeps the name that made it.
   */
  readonly name: string;
  readonly data_dir: string;
  /** Whether a person chose `data_dir`; the default one may be replaced where it can't be used. */
  readonly data_dir_is_explicit?: boolean;
  /** What a person sets to choose `data_dir`, for the sentences they read: `CHARI_DATA_DIR`; default `data_dir`. */
  readonly data_dir_setting?: string;
  /** What they set to choose another server: `DATABASE_URL`. Without it no sentence offers one. */
  readonly server_setting?: string;
  /** Told in whole sentences what a person may want to know. */
  readonly log: (sentence: string) => void;
  /** Cryptographically strong bytes, for the password. */
  readonly randomBytes: (size: number) => Uint8Array;
  /** The port to try first; else the one used before, else any free one. */
  readonly port?: number;
  /** Over the defaults of settings.ts; they count only for the process that starts the server. */
  readonly settings?: ServerSettings;
  /**
   * Where data and programs go that the server's account can't reach when root starts it; default
   * `/var/lib/<name>`.
   */
  readonly fallback_dir?: string;
  /** How long a running server may take to answer before it is taken for stuck; default 30000. */
  readonly answer_timeout_ms?: number;
}

export interface Cluster {
  /** Address with password: never log it. */
  readonly url: string;
  readonly port: number;
  /** Where the data really is; may differ from what was asked for when that was the default. */
  readonly data_dir: string;
  /** Whether a server was already running. */
  readonly joined: boolean;
  /** Whether another living user had it open: not so of a server that a killed process left behind. */
  readonly shared: boolean;
  /**
   * Makes sure that a server runs, after connections broke: joins the one that does, or starts one.
   *
   * @returns its address, whose port may be another than before.
   * @throws ClusterFailure as opening does.
   */
  revive(): Promise<string>;
  /** Gives the server back; the last user's call ends it. May be called twice. */
  stop(): Promise<void>;
}
