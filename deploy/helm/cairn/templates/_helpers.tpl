{{- define "cairn.labels" -}}
app.kubernetes.io/name: cairn
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{/* Of one component: dict "root" $ "component" "web" */}}
{{- define "cairn.selector" -}}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* Variables from maps, in order, and references to Secrets: dict "variables" (list …) "secrets" (list …) */}}
{{- define "cairn.env" -}}
{{- range .variables }}{{ range $name, $value := . }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}{{ end }}
{{- range .secrets }}{{ range $name, $reference := . }}
- name: {{ $name }}
  valueFrom: { secretKeyRef: { name: {{ $reference.name }}, key: {{ $reference.key }} } }
{{- end }}{{ end }}
{{- end }}

{{/* Nothing writable but /tmp, no capability, no new privilege. */}}
{{- define "cairn.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "cairn.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
{{- end }}

{{- define "cairn.probes" -}}
startupProbe:
  httpGet: { path: /readyz, port: monitor }
  periodSeconds: 2
  failureThreshold: 60
readinessProbe:
  httpGet: { path: /readyz, port: monitor }
  periodSeconds: 3
  failureThreshold: 2
livenessProbe:
  httpGet: { path: /livez, port: monitor }
  periodSeconds: 10
  failureThreshold: 6
{{- end }}

{{- define "cairn.secretMounts" -}}
{{- range .Values.secretFiles }}
- { name: secret-{{ . }}, mountPath: /secrets/{{ . }}, readOnly: true }
{{- end }}
{{- end }}

{{- define "cairn.secretVolumes" -}}
{{- range .Values.secretFiles }}
- { name: secret-{{ . }}, secret: { secretName: {{ . }} } }
{{- end }}
{{- end }}

{{- define "cairn.placement" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
automountServiceAccountToken: false
{{- end }}
