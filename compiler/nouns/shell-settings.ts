/** `settings.shell` and `settings.errexit`: what goes for all shell scripts of a workflow. */
export interface ShellSettings {
  readonly shell?: string;
  readonly errexit?: boolean;
}
