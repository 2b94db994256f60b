<#
.SYNOPSIS
  Lets Windows start the controller of Strobe with the computer, and start it again when it ends.
.DESCRIPTION
  Registers a task of the Task Scheduler that runs "strobe.exe controller" as Local Service, without a person who is signed in. It is no Windows service:
  the program does not speak the protocol of the service manager. The data folder is open to administrators and to Local Service only.
  -Remove unregisters the task. The data folder stays.
.PARAMETER Program
  Path of strobe.exe.
.PARAMETER Data
  Data folder of the controller.
.PARAMETER Port
  Port of the controller on this computer.
.PARAMETER Remove
  Removes the task.
#>
#Requires -Version 5.1
#Requires -RunAsAdministrator
[CmdletBinding()]
param(
  [ValidateNotNullOrEmpty()]
  [string] $Program = (Join-Path -Path $env:ProgramFiles -ChildPath 'Strobe\strobe.exe'),
  [ValidateNotNullOrEmpty()]
  [string] $Data = (Join-Path -Path $env:ProgramData -ChildPath 'Strobe\controller'),
  [ValidateRange(1, 65535)]
  [int] $Port = 7311,
  [switch] $Remove
)

Set-StrictMode -Version Latest
$ErrorActionPreference = 'Stop'

$TaskName = 'Strobe controller'
# Well-known identifiers, because the names of these accounts depend on the language of Windows.
$LocalService = '*S-1-5-19'
$Administrators = '*S-1-5-32-544'

if (Get-ScheduledTask -TaskName $TaskName -ErrorAction SilentlyContinue) {
  Stop-ScheduledTask -TaskName $TaskName
  Unregister-ScheduledTask -TaskName $TaskName -Confirm:$false
}
if ($Remove) {
  Write-Output "The task '$TaskName' is removed. The data stay in '$Data'."
  return
}

if (-not (Test-Path -LiteralPath $Program -PathType Leaf)) {
  throw "There is no program '$Program'. Name it with -Program."
}
if ($Data.Contains('"') -or $Program.Contains('"')) {
  throw 'A path cannot contain quotation marks.'
}

New-Item -ItemType Directory -Path $Data -Force | Out-Null
& "$env:SystemRoot\System32\icacls.exe" $Data '/inheritance:r' '/grant:r' "${LocalService}:(OI)(CI)M" "${Administrators}:(OI)(CI)F" '/Q' | Out-Null
if ($LASTEXITCODE -ne 0) {
  throw "The permissions of '$Data' could not be set (icacls ended with $LASTEXITCODE)."
}

$Arguments = 'controller --data "{0}" --port {1} --log-file' -f $Data, $Port
$Action = New-ScheduledTaskAction -Execute $Program -Argument $Arguments
$Trigger = New-ScheduledTaskTrigger -AtStartup
$Principal = New-ScheduledTaskPrincipal -UserId 'S-1-5-19' -LogonType ServiceAccount
# No end of the run, and a restart a minute after each end.
$Settings = New-ScheduledTaskSettingsSet -ExecutionTimeLimit ([TimeSpan]::Zero) -RestartCount 999 -RestartInterval (New-TimeSpan -Minutes 1) -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries -StartWhenAvailable -MultipleInstances IgnoreNew
Register-ScheduledTask -TaskName $TaskName -Action $Action -Trigger $Trigger -Principal $Principal -Settings $Settings | Out-Null
Start-ScheduledTask -TaskName $TaskName
Write-Output "The task '$TaskName' runs '$Program' on the data in '$Data'."
