import { AbortError } from '../errors/abort-error.js';
import { OptionError } from '../errors/option-error.js';
import { SessionExistsError } from '../errors/session-exists-error.js';
import { SessionNotFoundError } from '../errors/session-not-found-error.js';
import { requireRole } from '../instructions/role.js';
import type { Sandbox, SandboxFiles } from '../ports/sandbox.js';
import type { ShellResult } from '../ports/session-env.js';
import { keyComponentFault, type SessionKey } from '../ports/session-key.js';
import type { OpenOptions } from '../ports/session-store.js';
import { type CallHandle, createCallHandle } from '../session/call-handle.js';
import type { ShellOptions } from '../session/call-options.js';
import { checkKeys, checkShell } from '../session/check-call-options.js';
import { sandboxFiles } from '../session/sandbox-files.js';
import { Session } from '../session/session.js';
import type { SessionSettings, SessionWorld } from '../session/session-settings.js';
import type { FlueHarness, FlueSessions, SessionOptions } from './flue-harness.js';

/** Sessions over one sandbox, with the settings that `init()` was given. */
export class Harness implements FlueHarness {
  readonly fs: SandboxFiles;
  readonly sessions: FlueSessions;
  private readonly sandbox: Sandbox;
  private readonly opened = new Map<string, Promise<Session>>();
  private closing: Promise<void> | undefined;

  constructor(
    private readonly scope: Pick<SessionKey, 'agent' | 'id' | 'harness'>,
    private readonly settings: SessionSettings,
    private readonly world: SessionWorld,
  ) {
    this.sandbox = world.sandbox;
    this.fs = sandboxFiles(world.sandbox);
    this.sessions = {
      get: (name, options) => this.open(name, 'existing', options),
      create: (name, options) => this.open(name, 'new', options),
      delete: (name) => this.delete(name),
    };
  }

  get id(): string {
    return this.scope.id;
  }

  get name(): string {
    return this.scope.harness;
  }

  session(name?: string, options?: SessionOptions): Promise<Session> {
    return this.open(name, 'any', options);
  }

  shell(command: string, options: ShellOptions = {}): CallHandle<ShellResult> {
    return createCallHandle([options?.signal, this.world.signal], async ({ signal }) => {
      checkShell(command, options);
      this.requireOpen();
      if (signal.aborted)
        throw new AbortError('The call was aborted before it started.', { cause: signal.reason });
      const { cwd, env, timeout } = options;
      const { stdout, stderr, exitCode } = await this.sandbox.exec(command, { cwd, env, timeout, signal });
      return { stdout, stderr, exitCode };
    });
  }

  close(): Promise<void> {
    this.closing ??= this.closeAll();
    return this.closing;
  }

  /** Its name only: settings and headers are nobody's log line. */
  toJSON(): { id: string; name: string } {
    return { id: this.id, name: this.name };
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Harness ${JSON.stringify(this.name)}`;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  private async open(
    name: string | undefined,
    mode: OpenOptions['mode'],
    options: SessionOptions = {},
  ): Promise<Session> {
    checkKeys('session(name, options)', options, ['role']);
    requireRole(this.settings.roles, options.role, 'session({ role })');
    const session = await this.find(this.key(name), mode);
    session.role = options.role ?? session.role;
    return session;
  }

  private async find(key: SessionKey, mode: OpenOptions['mode']): Promise<Session> {
    const known = this.opened.get(key.session);
    if (known && mode === 'new') {
      await known;
      throw alreadyOpen(key);
    }
    if (known) return known;
    const opening = this.openSession(key, mode);
    this.remember(key.session, opening);
    return opening;
  }

  private async openSession(key: SessionKey, mode: OpenOptions['mode']): Promise<Session> {
    this.requireOpen();
    const emitter = this.world.emitter.child({ session: key.session });
    return Session.open(key, mode, this.settings, { ...this.world, emitter });
  }

  /** Two callers of one name share one object; a failure is not remembered, nor a session that is gone. */
  private remember(name: string, opening: Promise<Session>): void {
    this.opened.set(name, opening);
    const forget = () => this.forget(name, opening);
    opening.then((session) => session.onGone(forget), forget);
  }

  private forget(name: string, opening: Promise<Session>): void {
    if (this.opened.get(name) === opening) this.opened.delete(name);
  }

  private async delete(name: string | undefined): Promise<void> {
    const key = this.key(name);
    const known = this.opened.get(key.session);
    if (known) return (await known).delete();
    this.requireOpen();
    await this.world.store.delete(key);
  }

  private key(name: string = 'default'): SessionKey {
    const fault = keyComponentFault(name);
    if (fault) throw new OptionError(`The session's name ${fault}.`);
    return { ...this.scope, session: name };
  }

  private async closeAll(): Promise<void> {
    const sessions = await Promise.allSettled(this.opened.values());
    const closed = await Promise.allSettled(
      sessions.map((opened) => (opened.status === 'fulfilled' ? opened.value.close() : undefined)),
    );
    await this.sandbox.dispose();
    const failed = closed.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }

  private requireOpen(): void {
    if (this.closing) throw new SessionNotFoundError(`The harness "${this.name}" was closed.`);
  }
}

function alreadyOpen(key: SessionKey): SessionExistsError {
  return new SessionExistsError(`Session "${key.session}" exists already.`, {
    hint: 'Use session(name) to get it, or delete it first.',
  });
}
